-- Names of the provider's fee rules in the field's terms: the QRIS category with its abbreviation.
update app.fee_rule set name = 'QRIS small business (UKE)' where name = 'QRIS small';
update app.fee_rule set name = 'QRIS medium business (UME)' where name = 'QRIS medium';
update app.fee_rule set name = 'QRIS large business (UBE)' where name = 'QRIS large';
update app.fee_rule set name = 'QRIS regular business (URE)' where name = 'QRIS regular';
update app.fee_rule set name = 'QRIS education (EDU)' where name = 'QRIS education';
update app.fee_rule set name = 'Refund by bank transfer' where name = 'Refund by transfer';
update app.fee_rule set name = replace(name, 'QRIS micro ', 'QRIS micro business (UMI) ') where name like 'QRIS micro %';
