import type { UploadedFile } from '../artifacts/artifact-store.ts';
import type { Principal } from '../call/caller.ts';
import type { Client } from '../call/client.ts';
import type { ContextKey } from '../call/context-key.ts';
import type { InputAnswers, InputRequest } from '../call/input-request.ts';
import type { JsonValue } from './schema-types.ts';

/** The context of every run. */
interface AnyToolContext {
  /** The ID of the call, for logs. Two callers may use the same one, so it isn't an idempotency key: use `idempotencyKey`. */
  readonly callId: string;
  /**
   * A UUID to pass as the idempotency key to a payment, email or other API that has an effect. It follows from the caller, the tool ID and the
   * call ID: the same in each attempt, process and version of the tool, and different for each caller. A call without a
   * caller-chosen call ID gets a new key each time it is sent.
   */
  readonly idempotencyKey: string;
  /** The ID and version of the tool, such as `Calculator.Add@1.0.0`. */
  readonly toolId: string;
  /** Aborts on a disconnect, timeout, cancellation or shutdown. */
  readonly signal: AbortSignal;
  /** The authenticated caller, from credentials or the app. */
  readonly principal: Principal | undefined;
  /** The program that sent the call, and the input that it supports: `client.canAsk('form')`. Without MCP it has no name. */
  readonly client: Client;
  /** The MCP session of the call, as a key for state that belongs to it; `undefined` without a session. It is not the session header, so logs may contain it. */
  readonly sessionId: string | undefined;
  /** Reports progress, if the caller's protocol supports it. */
  readonly progress: (done: number, total?: number, message?: string) => void;
  /** Requests user input under keys that you choose. If the answers come with a new attempt, the tool runs again from its start. */
  readonly ask: <Key extends string>(requests: Readonly<Record<Key, InputRequest>>) => Promise<InputAnswers<Key>>;
  /** The last value that an earlier run of this call saved; `undefined` on the first run and if tasks are not durable. */
  readonly saved: JsonValue | undefined;
  /** Saves a value for the next run, such as after a process crash. Does nothing if tasks are not durable. Don't save secrets. */
  readonly save: (value: JsonValue) => Promise<void>;
  /** Returns the uploaded file of a reference, which is the value of a parameter in `uploads` of the tool. */
  readonly upload: (reference: string) => UploadedFile;
  /** A logger, such as `log.error(error, 'Could not read')`. Lines carry the call ID and the tool ID. */
  readonly log: ToolLogger;
  /** Reads a context value of the host. */
  readonly get: <T>(key: ContextKey<T>) => T;
}

/** The context of a run, the same for every protocol. You can destructure its functions. */
export interface ToolContext extends AnyToolContext {
  /** The user for whom the call is made, when the tool requires one. */
  readonly userId: string | undefined;
  /** The token for a provider that the tool declares in its requirements. */
  readonly token: ReaderOf<string, string | undefined>;
  /** The value of a secret that the tool declares in its requirements. */
  readonly secret: ReaderOf<string, string | undefined>;
}

/** The context of a tool with typed requirements: only declared tokens and secrets can be read. */
export interface DeclaredContext<Secret extends string, Provider extends string, HasUser extends boolean>
  extends AnyToolContext {
  /** The user for whom the call is made, when the tool requires one. */
  readonly userId: boolean extends HasUser ? string | undefined : HasUser extends true ? string : undefined;
  /** The token for a provider that the tool declares in its requirements. */
  readonly token: DeclaredReader<
    Provider,
    "The tool declares no provider: add requirements: { authorization: [{ id: '…' }] }"
  >;
  /** The value of a secret that the tool declares in its requirements. */
  readonly secret: DeclaredReader<Secret, "The tool declares no secret: add requirements: { secrets: [{ id: '…' }] }">;
}

/** A function type that is declared as a method (bivariant), so that a typed context is assignable to `ToolContext`. */
type ReaderOf<Id extends string, Value> = { read(id: Id): Value }['read'];

/** IDs that are only known at run time may be missing. */
type DeclaredReader<Id extends string, Undeclared extends string> = [Id] extends [never]
  ? ReaderOf<Undeclared, string>
  : ReaderOf<Id, string extends Id ? string | undefined : string>;

/** A logger with the interface of pino: fields first, then the message. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The logger of a tool: fields or an error, then the message, or only one of them. */
export interface ToolLogger {
  debug(fields: unknown, message?: string): void;
  info(fields: unknown, message?: string): void;
  warn(fields: unknown, message?: string): void;
  error(fields: unknown, message?: string): void;
}
