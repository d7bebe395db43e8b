/** Analytics boards: at most ten per user, with at most twenty widgets each. */
import { ANALYTICS_DIMENSIONS, type AnalyticsDimension, PAYMENT_WIDGETS } from '@dasbor/contract/analytics';
import type * as contract from '@dasbor/contract/analytics-board';
import { BOARDS_MAX, BOARD_WIDGETS_MAX, type BoardWidget } from '@dasbor/contract/analytics-board';
import { localized } from '@dasbor/contract/language';
import { newId } from '../db/new-id.ts';
import { type LoginTx, asLogin, isUniqueViolation } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import {
  deleteBoard,
  findBoard,
  insertBoard,
  listBoards,
  lockUser,
  updateBoard,
  updatePositions,
} from './board-queries.ts';

export const analyticsBoardHandlers: Handlers<typeof contract> = {
  listAnalyticsBoards: async ({ principal, deps }) => ({
    data: await asLogin(deps.db, (tx) => listBoards(tx, principal.id)),
  }),

  createAnalyticsBoard: async ({ body, principal, deps, now }) => {
    assertWidgets(body.widgets);
    const data = await rejectDuplicateName(() =>
      asLogin(deps.db, async (tx) => {
        await lockUser(tx, principal.id);
        const boards = await listBoards(tx, principal.id);
        if (boards.length >= BOARDS_MAX) throw tooManyBoards();
        const position = boards.length + 1;
        return insertBoard(tx, principal.id, {
          id: newId('analytics_board', now),
          ...body,
          position,
          created_at: now,
        });
      }),
    );
    return { data };
  },

  updateAnalyticsBoard: {
    find: ({ principal, deps, params }) =>
      asLogin(deps.db, async (tx) => (await findBoard(tx, principal.id, params.id)) ?? null),
    handle: async ({ body, principal, deps, now, params }) => {
      const { position, ...change } = body;
      if (change.widgets !== undefined) assertWidgets(change.widgets);
      const data = await rejectDuplicateName(() =>
        asLogin(deps.db, async (tx) => {
          await lockUser(tx, principal.id);
          if (position !== undefined) await moveBoard(tx, principal.id, params.id, position);
          return updateBoard(tx, principal.id, params.id, { ...change, updated_at: now });
        }),
      );
      if (data === undefined) throw notFound();
      return { data };
    },
  },

  deleteAnalyticsBoard: async ({ principal, deps, params }) => {
    await asLogin(deps.db, async (tx) => {
      await lockUser(tx, principal.id);
      if ((await deleteBoard(tx, principal.id, params.id)) === undefined) throw notFound();
      const boards = await listBoards(tx, principal.id);
      await updatePositions(
        tx,
        principal.id,
        boards.map(({ id }) => id),
      );
    });
    return undefined;
  },
};

async function moveBoard(tx: LoginTx, user_id: string, id: string, position: number): Promise<void> {
  const others = (await listBoards(tx, user_id)).map((board) => board.id).filter((each) => each !== id);
  await updatePositions(tx, user_id, others.toSpliced(position - 1, 0, id));
}

/** Throws 422 for too many widgets, one that its tab does not have, and one that is on the board twice. */
function assertWidgets(widgets: readonly BoardWidget[]): void {
  if (widgets.length > BOARD_WIDGETS_MAX) {
    throw new Problem(
      422,
      'too_many_widgets',
      localized(
        `A board can have at most ${BOARD_WIDGETS_MAX} widgets. Remove one first.`,
        `Satu papan dapat memuat paling banyak ${BOARD_WIDGETS_MAX} widget. Hapus salah satu terlebih dahulu.`,
      ),
    );
  }
  if (!widgets.every(isAvailable)) {
    throw new Problem(
      422,
      'widget_not_available',
      localized(
        'A widget of the board does not exist for its tab.',
        'Salah satu widget pada papan tidak tersedia untuk tabnya.',
      ),
    );
  }
  if (new Set(widgets.map((each) => JSON.stringify(each))).size < widgets.length) {
    throw new Problem(
      422,
      'duplicate_widget',
      localized('This widget is already on the board.', 'Widget ini sudah ada di papan.'),
    );
  }
}

function isAvailable({ tab, widget, dimension }: BoardWidget): boolean {
  if (tab !== 'payments' && PAYMENT_WIDGETS.includes(widget)) return false;
  const dimensions: readonly AnalyticsDimension[] = ANALYTICS_DIMENSIONS[tab];
  return widget === 'breakdown' ? dimension !== null && dimensions.includes(dimension) : dimension === null;
}

const tooManyBoards = () =>
  new Problem(
    422,
    'too_many_boards',
    localized(
      `You can have at most ${BOARDS_MAX} boards. Delete one first.`,
      `Anda dapat memiliki paling banyak ${BOARDS_MAX} papan. Hapus salah satu terlebih dahulu.`,
    ),
  );

/** Runs a write; throws 409 when the user already has a board with this name. */
async function rejectDuplicateName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'analytics_board_name')) throw error;
    throw new Problem(
      409,
      'board_name_taken',
      localized(
        'A board with this name already exists. Choose another name.',
        'Papan dengan nama ini sudah ada. Pilih nama lain.',
      ),
    );
  }
}
