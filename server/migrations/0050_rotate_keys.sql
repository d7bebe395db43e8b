-- A rotation of the key-encryption key encrypts stored secrets again.
grant update (account_no_sealed) on app.account_check, app.bank_account to app_merchant;
