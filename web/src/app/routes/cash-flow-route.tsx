import { formatEntryKind } from '../../balance/account-labels.ts';
import { Reference } from '../../balance/reference.tsx';
import { CashFlowScreen } from '../../cash-flow/cash-flow-screen.tsx';

const LABELS = {
  nameOfKind: formatEntryKind,
  renderReference: (type: string, id: string) => <Reference type={type} id={id} />,
};

/** The cash flow with the labels and links of the balance. */
export const CashFlowRoute = () => <CashFlowScreen labels={LABELS} />;
