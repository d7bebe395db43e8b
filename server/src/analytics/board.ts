/** Analytics boards: at most ten per user, with at most twenty widgets each. */
import { BOARDS_MAX } from '@dasbor/contract/analytics-board';
import { localized } from '@dasbor/contract/language';
import type { Db } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import { isUniqueViolation } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import {
  type BoardByScope,
  type BoardOwner,
  type BoardScope,
  type BoardTx,
  asBoardOwner,
  deleteBoard,
  insertBoard,
  listBoards,
  lockUser,
  updateBoard,
  updatePositions,
} from './board-queries.ts';
import { assertWidgets } from './board-rules.ts';

type Widgets<S extends BoardScope> = BoardByScope[S]['widgets'];

/** The new board is the last one. */
export async function createBoard<S extends BoardScope>(
  db: Db,
  owner: BoardOwner<S>,
  body: { name: string; widgets: Widgets<S> },
  now: Date,
): Promise<BoardByScope[S]> {
  assertWidgets(owner.scope, body.widgets);
  return rejectDuplicateName(() =>
    asBoardOwner(db, owner, async (tx) => {
      await lockUser(tx);
      const boards = await listBoards(tx);
      if (boards.length >= BOARDS_MAX) throw tooManyBoards();
      const position = boards.length + 1;
      return insertBoard(tx, { id: newId('analytics_board', now), ...body, position, created_at: now });
    }),
  );
}

export interface BoardUpdate<S extends BoardScope> {
  id: string;
  name?: string | undefined;
  widgets?: Widgets<S> | undefined;
  position?: number | undefined;
}

export async function changeBoard<S extends BoardScope>(
  db: Db,
  owner: BoardOwner<S>,
  { id, position, ...change }: BoardUpdate<S>,
  now: Date,
): Promise<BoardByScope[S]> {
  if (change.widgets !== undefined) assertWidgets(owner.scope, change.widgets);
  const board = await rejectDuplicateName(() =>
    asBoardOwner(db, owner, async (tx) => {
      await lockUser(tx);
      if (position !== undefined) await moveBoard(tx, id, position);
      return updateBoard(tx, id, { ...change, updated_at: now });
    }),
  );
  if (board === null) throw notFound();
  return board;
}

/** The boards after it move up. */
export const removeBoard = (db: Db, owner: BoardOwner<BoardScope>, id: string): Promise<void> =>
  asBoardOwner(db, owner, async (tx) => {
    await lockUser(tx);
    if ((await deleteBoard(tx, id)) === undefined) throw notFound();
    const boards = await listBoards(tx);
    await updatePositions(
      tx,
      boards.map((board) => board.id),
    );
  });

async function moveBoard(tx: BoardTx<BoardScope>, id: string, position: number): Promise<void> {
  const others = (await listBoards(tx)).map((board) => board.id).filter((each) => each !== id);
  await updatePositions(tx, others.toSpliced(position - 1, 0, id));
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
