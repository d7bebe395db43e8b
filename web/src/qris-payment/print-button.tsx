import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { parseQris } from '@dasbor/contract/qris';
import { Button, Portal } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatRupiah } from '../ui/amount.tsx';
import { QrPicture } from '../ui/qr-picture.tsx';
import { formatLocation } from './location.ts';
import { messages } from './messages.ts';
import classes from './qris-payment.module.css';

/** Prints the QR code without the rest of the page. */
export function PrintButton({ payment }: { payment: QrisPayment }) {
  const [is_printing, setPrinting] = useState(false);
  useEffect(() => {
    if (!is_printing) return undefined;
    const done = () => setPrinting(false);
    document.body.dataset['printing'] = 'qris';
    window.addEventListener('afterprint', done, { once: true });
    window.print();
    return () => {
      window.removeEventListener('afterprint', done);
      delete document.body.dataset['printing'];
    };
  }, [is_printing]);
  const { qr_content } = payment;
  if (qr_content === null) return null;
  const { merchant_name } = parseQris(qr_content);
  return (
    <>
      <Button variant="default" leftSection={<IconPrinter size={15} aria-hidden />} onClick={() => setPrinting(true)}>
        {messages().code.print}
      </Button>
      {is_printing && (
        <Portal className={classes.printed}>
          <strong className={classes.wordmark}>QRIS</strong>
          <strong>{merchant_name}</strong>
          <span>NMID: {payment.nmid}</span>
          <span>{formatLocation(payment) ?? payment.name}</span>
          {payment.amount !== null && <strong>{formatRupiah(payment.amount)}</strong>}
          <QrPicture payload={qr_content} label={messages().code.print_alt} size_px={360} />
        </Portal>
      )}
    </>
  );
}
