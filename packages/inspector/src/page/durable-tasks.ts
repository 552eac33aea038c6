import type { ToolService } from '@toolwire/core/wire';

/** A page of durable calls, oldest first, as the server reports it. */
export type DurablePage = NonNullable<Awaited<ReturnType<NonNullable<ToolService['operatorTasks']>['list']>>>;

/** A durable call as the server reports it. */
export type DurableTask = DurablePage['tasks'][number];

/** Durable calls of all callers. */
export interface DurableTasks {
  /** The newest first. */
  readonly tasks: readonly DurableTask[];
  /** Whether newer calls were not read. */
  readonly hasMore: boolean;
}

/** A store returns up to 100 calls a page. */
const maxPages = 5;

/** Reads the first pages, which have the oldest calls. */
export async function readDurableTasks(
  readPage: (cursor: string | undefined) => Promise<DurablePage>,
): Promise<DurableTasks> {
  const tasks: DurableTask[] = [];
  let cursor: string | undefined;
  for (let count = 0; count < maxPages; count += 1) {
    const page = await readPage(cursor);
    tasks.push(...page.tasks);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  return { tasks: tasks.toSorted((left, right) => right.createdAt - left.createdAt), hasMore: cursor !== undefined };
}
