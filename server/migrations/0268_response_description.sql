alter table app.va_inquiry rename column answer to response_description;

-- It holds since when the bank reports that it did not execute the transfer, which for one without a final status means that it
-- does not know it.
alter table app.bank_transfer rename column not_found_since to not_executed_since;
