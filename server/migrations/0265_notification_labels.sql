-- Names of notifications in Indonesian use the terms of the screens: settlements and refunds as their statuses, disbursements
-- as their list.
update app.notification_action a
set label_indonesian = coalesce(t.label, a.label_indonesian),
  description_indonesian = coalesce(t.description, a.description_indonesian)
from (values
  (1004, 'Settlement dicairkan / laporan settlement siap', 'Settlement telah dicairkan atau laporannya sudah siap'),
  (1006, 'Pengembalian dana selesai / gagal', null),
  (1201, null, 'Disbursement memerlukan persetujuan Anda'),
  (1203, 'Selesai', null)
) as t (code, label, description)
where a.code = t.code;
update app.notification_action set group_name_indonesian = 'Disbursement' where group_name = 'Disbursements';
