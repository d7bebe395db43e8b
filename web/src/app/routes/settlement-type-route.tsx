import { SETTLEMENT_TYPES } from '@dasbor/contract/settlement-fields';
import { useParams } from '@tanstack/react-router';
import { SettlementListScreen } from '../../settlement/list-screen.tsx';
import { NotFound } from '../errors/not-found.tsx';

/** The settlements of one type; the fallback page for any other last segment. */
export function SettlementTypeRoute() {
  const { type } = useParams({ from: '/protected/settlement/$type' });
  return (SETTLEMENT_TYPES as readonly string[]).includes(type) ? <SettlementListScreen /> : <NotFound />;
}
