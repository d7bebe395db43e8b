-- The links of one bank or issuer over a year.
create index payment_link_detail_month_of_issuer on app.payment_link_detail_month (merchant_id, issuer, month);
create index payment_link_detail_month_of_channel on app.payment_link_detail_month (merchant_id, channel_code, month);
