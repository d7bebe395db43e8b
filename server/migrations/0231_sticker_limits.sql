-- Payments of static QR codes also break the limits per day and month.
comment on column app.sticker_payment_exception.reason is
  'limit_exceeded: above a limit of the merchant; channel_disabled: QRIS was disabled for the merchant, whatever the amount';
