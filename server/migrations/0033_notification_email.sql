-- Notification emails: tables and columns in the terms of the outbox that they implement, and the catalogue in Indonesian.
alter table app.notice rename to notification_email_outbox;
alter table app.notification_email_outbox rename column told_at to dispatched_at;
alter table app.notification_email_outbox rename column person_id to user_id;
alter index app.notice_pkey rename to notification_email_outbox_pkey;
alter index app.notice_untold rename to notification_email_outbox_undispatched;
alter index app.notice_told rename to notification_email_outbox_dispatched;
alter table app.notification_email_outbox
  rename constraint notice_merchant_id_fkey to notification_email_outbox_merchant_id_fkey;
comment on column app.notification_email_outbox.event_id is 'Identifies the event; a second insert of the same event is ignored';
comment on column app.notification_email_outbox.facts is 'Data of the email, as it was at the event';
comment on column app.notification_email_outbox.user_id is 'The user whom a security email concerns';
comment on column app.notification_email_outbox.dispatched_at is 'When its emails were written, or it was found that nobody receives it';

alter table app.notice_desk rename to notification_email_dispatcher;
alter index app.notice_desk_pkey rename to notification_email_dispatcher_pkey;
alter table app.notification_email_dispatcher
  rename constraint notice_desk_merchant_id_fkey to notification_email_dispatcher_merchant_id_fkey;
comment on table app.notification_email_dispatcher is 'One row per merchant: its lock serialises dispatching';

alter table app.notice_mail rename to notification_email;
alter index app.notice_mail_pkey rename to notification_email_pkey;
alter index app.notice_mail_due rename to notification_email_due;
alter index app.notice_mail_old rename to notification_email_old;
alter table app.notification_email rename constraint notice_mail_merchant_id_fkey to notification_email_merchant_id_fkey;
comment on column app.notification_email.due_at is 'Earliest time of the next attempt';

alter table app.notice_mail_event rename to notification_email_event;
alter index app.notice_mail_event_pkey rename to notification_email_event_pkey;
alter index app.notice_mail_event_of_mail rename to notification_email_event_of_email;
alter index app.notice_mail_event_burst rename to notification_email_event_burst;
alter table app.notification_email_event rename column mail_id to email_id;
comment on column app.notification_email_event.burst_at is 'When the email was written; NULL where the event does not count towards a burst';

-- The catalogue is reference data: its texts in both languages stay in one place.
alter table app.notification_action
  add column group_name_indonesian text,
  add column label_indonesian text,
  add column description_indonesian text;
update app.notification_action a
set label = coalesce(t.label, a.label), description = t.description,
  label_indonesian = t.label_indonesian, description_indonesian = t.description_indonesian
from (values
  (1001, null, 'Someone signed in from a device that has not been used before',
    'Masuk dari perangkat baru', 'Seseorang masuk dari perangkat yang belum pernah digunakan'),
  (1002, 'Password, 2FA or email changed', 'A user''s credentials changed',
    'Kata sandi, 2FA, atau email diubah', 'Kredensial seorang pengguna diubah'),
  (1003, null, 'A key or secret was created, rolled or revoked',
    'API key atau secret webhook diubah', 'Sebuah key atau secret dibuat, diganti, atau dicabut'),
  (1004, null, 'A settlement was paid or its report is ready',
    'Settlement dibayarkan / laporan settlement siap', 'Settlement telah dibayarkan atau laporannya sudah siap'),
  (1005, null, 'The bank rejected or returned a settlement',
    'Settlement gagal atau dikembalikan', 'Bank menolak atau mengembalikan settlement'),
  (1006, null, 'A refund was completed or failed',
    'Pengembalian dana berhasil / gagal', 'Pengembalian dana selesai atau gagal'),
  (1007, null, 'Every day at 08:00 WIB', 'Ringkasan harian', 'Setiap hari pukul 08.00 WIB'),
  (1008, null, 'A balance fell below your threshold',
    'Saldo di bawah ambang batas', 'Saldo turun di bawah ambang batas Anda'),
  (1009, null, 'Deliveries to an endpoint keep failing',
    'Endpoint webhook bermasalah / dinonaktifkan', 'Pengiriman ke endpoint terus gagal'),
  (1010, null, 'Announcements about the platform', 'Pengumuman platform', 'Pengumuman tentang platform'),
  (1011, null, 'A user was invited, joined or got another role',
    'Pengguna diundang, bergabung, peran diubah', 'Pengguna diundang, bergabung, atau mendapat peran lain'),
  (1012, null, 'The status of your business verification changed',
    'Status verifikasi bisnis', 'Status verifikasi bisnis Anda berubah'),
  (1101, null, null, 'Virtual account', null), (1102, null, null, 'QRIS', null),
  (1103, null, null, 'Dompet digital', null), (1104, null, null, 'Kartu', null),
  (1105, null, null, 'Gerai ritel', null), (1106, null, null, 'Debit langsung', null),
  (1111, null, null, 'Virtual account', null), (1112, null, null, 'QRIS', null),
  (1113, null, null, 'Dompet digital', null), (1114, null, null, 'Kartu', null),
  (1115, null, null, 'Gerai ritel', null), (1116, null, null, 'Debit langsung', null),
  (1121, null, null, 'Virtual account', null), (1122, null, null, 'QRIS', null),
  (1123, null, null, 'Dompet digital', null), (1124, null, null, 'Kartu', null),
  (1125, null, null, 'Gerai ritel', null), (1126, null, null, 'Debit langsung', null),
  (1201, null, 'A disbursement requires your approval', 'Menunggu persetujuan', 'Pencairan dana memerlukan persetujuan Anda'),
  (1202, null, null, 'Disetujui / ditolak', null),
  (1203, null, null, 'Berhasil', null),
  (1204, null, null, 'Gagal', null),
  (1205, null, null, 'Dikembalikan', null),
  (1206, null, 'Includes the result file', 'Batch selesai', 'Termasuk berkas hasil'),
  (1301, null, 'A top-up was credited to the payout balance',
    'Deposit dikreditkan', 'Isi saldo dikreditkan ke saldo pencairan'),
  (1302, null, 'A top-up is reviewed before it is credited',
    'Deposit sedang ditinjau', 'Isi saldo ditinjau sebelum dikreditkan'),
  (1401, null, null, 'Dibuat', null),
  (1402, null, null, 'Dibayar', null),
  (1403, null, null, 'Kedaluwarsa', null),
  (1404, null, null, 'Batas tercapai', null)
) as t (code, label, description, label_indonesian, description_indonesian)
where a.code = t.code;
update app.notification_action a set group_name_indonesian = g.indonesian
from (values
  ('Successful Payments', 'Pembayaran Berhasil'), ('Failed Payments', 'Pembayaran Gagal'),
  ('Expired Payments', 'Pembayaran Kedaluwarsa'), ('Disbursements', 'Pencairan Dana'), ('Deposits', 'Deposit'),
  ('Payment Links', 'Tautan Pembayaran')) as g (english, indonesian)
where a.group_name = g.english;
alter table app.notification_action alter column label_indonesian set not null;
