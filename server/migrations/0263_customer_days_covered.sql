-- The days of a customer under several filters, from the index alone: the rows of a year are on as many pages as there are days.
drop index app.transaction_customer_day_of_customer;
create index transaction_customer_day_of_customer on app.transaction_customer_day (merchant_id, customer, day)
  include (method, source, channel_code, issuer, payment_link_id, count, amount);
