import type { ServerPlace, ToolResult } from '../clients/official-client.ts';

/** A task as clients are told of it. */
export interface SeenTask {
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage?: string | undefined;
}

/** A tool as clients list it, and whether calls of it may become tasks. */
interface ListedTool {
  readonly name: string;
  readonly execution?: { readonly taskSupport?: string | undefined } | undefined;
}

/** A client that is connected, and speaks of tasks. */
export interface TaskClient {
  /** What the server has announced. */
  readonly announced: unknown;
  listTools(): Promise<readonly ListedTool[]>;
  /** Creates a task, and leaves it to itself. */
  begin(name: string, input?: Record<string, unknown>): Promise<string>;
  /** What the client sees of a task, from its creation to what came of it. */
  follow(name: string, input?: Record<string, unknown>): Promise<readonly unknown[]>;
  get(taskId: string): Promise<SeenTask>;
  /** What came of a task, as soon as it has ended. */
  result(taskId: string): Promise<ToolResult>;
  /** What came of a task; until then it tells of what it hears without asking. */
  hear(taskId: string, tell: (task: SeenTask) => void): Promise<ToolResult>;
  cancel(taskId: string): Promise<void>;
  list(): Promise<unknown>;
  close(): Promise<void>;
}

/** An official client, in one of its ways to speak of tasks. */
export interface OfficialTaskClient {
  readonly name: string;
  readonly era: 'legacy' | 'modern';
  /** Says yes to whatever it is asked, and gives its name. */
  connect(place: ServerPlace): Promise<TaskClient>;
}

/** The answer to every form. */
export const yes = { action: 'accept' as const, content: { confirm: true, name: 'Ada' } };
