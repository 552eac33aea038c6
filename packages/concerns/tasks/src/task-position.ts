/** Where in a listing a task stands: by its age, and by its id among those of one age. */
export interface TaskPosition {
  readonly createdAt: number;
  readonly id: string;
}

/** Before the first task. */
export const firstPosition: TaskPosition = { createdAt: Number.NEGATIVE_INFINITY, id: '' };

/** Puts the older of two tasks first. */
export function comparePositions(a: TaskPosition, b: TaskPosition): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** Reads a cursor; `undefined` for one that is none. Whatever a caller makes up, it only chooses where among its owner's tasks to begin. */
export function positionOf(cursor: string): TaskPosition | undefined {
  const [, createdAt, id] = /^(\d{1,16}(?:\.\d{1,16})?) (\S{1,200})$/.exec(cursor) ?? [];
  return createdAt === undefined || id === undefined ? undefined : { createdAt: Number(createdAt), id };
}

/** Where the page after one begins that ends with this task: `positionOf` reads it. */
export function cursorOf({ createdAt, id }: TaskPosition): string {
  return `${createdAt} ${id}`;
}
