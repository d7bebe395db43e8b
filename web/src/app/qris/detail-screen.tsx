import { QrisPaymentDetailScreen } from '../../qris-payment/detail-screen.tsx';
import { StickerActions } from '../../sticker/actions.tsx';
import { StickerPayments } from '../../sticker/payments-panel.tsx';
import { StickerTimeline } from '../../sticker/timeline.tsx';
import { PaymentTimelinePanel } from '../../transaction/timeline-panel.tsx';

/** A QR code, dynamic or static. */
export const QrisCodeScreen = () => (
  <QrisPaymentDetailScreen
    PaymentTimeline={PaymentTimelinePanel}
    StickerActions={StickerActions}
    StickerPayments={StickerPayments}
    StickerTimeline={StickerTimeline}
  />
);
