import type { ServerPlace, ToolResult } from '../clients/official-client.ts';

/** A task as clients see it. */
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
  /** The announced capabilities. */
  readonly announced: unknown;
  listTools(): Promise<readonly ListedTool[]>;
  /** Creates a task, and leaves it to itself. */
  begin(name: string, input?: Record<string, unknown>): Promise<string>;
  /** The view of a client on a task, from its creation to its result. */
  follow(name: string, input?: Record<string, unknown>): Promise<readonly unknown[]>;
  get(taskId: string): Promise<SeenTask>;
  /** The result of a task, as soon as it has ended. */
  result(taskId: string): Promise<ToolResult>;
  /** The result of a task. Until then it reports notifications. */
  hear(taskId: string, tell: (task: SeenTask) => void): Promise<ToolResult>;
  cancel(taskId: string): Promise<void>;
  list(): Promise<unknown>;
  close(): Promise<void>;
}

/** An official client, in one of its ways to speak of tasks. */
export interface OfficialTaskClient {
  readonly name: string;
  readonly era: 'legacy' | 'modern';
  /** Accepts every input request, and returns its name. */
  connect(place: ServerPlace): Promise<TaskClient>;
}

/** The answer to every form. */
export const yes = { action: 'accept' as const, content: { confirm: true, name: 'Ada' } };
