import type { ContextKey } from './context-key.ts';
import type { InputAnswers, InputRequest } from './input-request.ts';
import type { JsonValue } from './json.ts';
import type { ToolLogger } from './logger.ts';
import type { Principal } from './principal.ts';

/** What every running tool gets besides its input, whatever it declares. */
interface AnyToolContext {
  readonly callId: string;
  /** The id and version that run, such as `Calculator.Add@1.0.0`. */
  readonly toolId: string;
  /** Aborts when the caller is gone or the time is up. */
  readonly signal: AbortSignal;
  /** Who calls, as credentials or the app around the server say. */
  readonly principal: Principal | undefined;
  /** Reports progress to callers whose wire can show it. */
  readonly progress: (done: number, total?: number, message?: string) => void;
  /** Asks for input under keys of the tool's own; where answers come with a new attempt, the tool runs from its start again. */
  readonly ask: <Key extends string>(requests: Readonly<Record<Key, InputRequest>>) => Promise<InputAnswers<Key>>;
  /** What an earlier run of the same call has saved last; nothing on the first, and where calls end with their process. */
  readonly saved: JsonValue | undefined;
  /** Keeps a value for the case that the call is run again, as after its process was lost; elsewhere it does nothing. Never secrets. */
  readonly save: (value: JsonValue) => Promise<void>;
  /** Log lines of the tool's own, such as `log.error(error, 'Could not read')`; they carry the call and the tool. */
  readonly log: ToolLogger;
  /** What the host handed along under a context key. */
  readonly get: <T>(key: ContextKey<T>) => T;
}

/** What a running tool gets besides its input; nothing here belongs to one wire. Its functions may be taken out of it. */
export interface ToolContext extends AnyToolContext {
  /** The user for whom the call is made, when the tool requires one. */
  readonly userId: string | undefined;
  /** The token for a provider that the tool declares in its requirements. */
  readonly token: ReaderOf<string, string | undefined>;
  /** The value of a secret that the tool declares in its requirements. */
  readonly secret: ReaderOf<string, string | undefined>;
}

/** The context of a tool whose requirements the compiler has read: what is declared is there, and nothing else can be read. */
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

/** A function that is declared as a method, so that one that takes any `ToolContext` may be handed one that knows its ids. */
type ReaderOf<Id extends string, Value> = { read(id: Id): Value }['read'];

/** Of ids that are known only when the program runs, there may be none. */
type DeclaredReader<Id extends string, Undeclared extends string> = [Id] extends [never]
  ? ReaderOf<Undeclared, string>
  : ReaderOf<Id, string extends Id ? string | undefined : string>;
