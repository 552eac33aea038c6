import type { MaybePromise } from '@toolwire/internal';
import type { ArtifactReader } from '../artifacts/artifact-store.ts';
import type { Call } from '../call/call.ts';
import type { Principal } from '../call/caller.ts';
import type { Client } from '../call/client.ts';
import type { ContextValues } from '../call/context-key.ts';
import type { RefusedOutcome } from '../call/outcome.ts';
import type { CallHandler } from '../call/pipeline.ts';
import type { ObserveRequest } from '../call/protocol-request.ts';
import type { OperatorTasks, ServiceTasks } from '../call/service-tasks.ts';
import type { ToolInfo } from '../tool/tool.ts';

/** The listed tools. The object stays the same until something changes, so that protocols can cache the encoded bytes. */
export interface ToolPage {
  readonly tools: readonly ToolInfo[];
}

/** The parts of a request or call that decide which tools are visible. */
export interface Viewer {
  readonly principal?: Principal | undefined;
  readonly values: ContextValues;
  /** The client, if the protocol reports it. */
  readonly client?: Client | undefined;
  /** Requests input, in a call that can. */
  readonly ask?: Call['ask'] | undefined;
}

/** The limits of a server. */
interface ServiceLimits {
  /** The timeout of a run, in milliseconds. */
  readonly timeoutMs: number;
  /** The approximate maximum size of a result as JSON, in bytes. */
  readonly outputBytes: number;
  /** How many run at once. */
  readonly runningCalls: number;
  /** The maximum share of streams and subscriptions for all anonymous callers together; absent without anonymous callers. */
  readonly anonymousShare?: number | undefined;
}

/** The server for protocols, whose requests may lead to several calls or responses, as in a batch, a stream or a task. */
export interface ToolService {
  /** Runs a call, or refuses it while the server drains. */
  readonly call: CallHandler;
  /** Cancels the caller's call with the same ID and tool, in any process. Resolves to a refusal only if that failed; never reveals whether the call exists. */
  readonly cancel: (call: Call) => Promise<RefusedOutcome | undefined>;
  /** The tools that a caller may see. */
  readonly page: (viewer: Viewer) => MaybePromise<ToolPage>;
  /** Whether some callers may not see all tools, so that a page is valid only for its caller. */
  readonly hidesTools: boolean;
  /** The number of all tools, including hidden ones. */
  readonly countTools: () => number;
  /** Whether the server is healthy, ready and not stopping. */
  readonly isHealthy: () => MaybePromise<boolean>;
  /** Why the server is unhealthy, in public words. */
  readonly unhealthyReason: () => string;
  /** Calls the listener after each change of the tools. Returns the function that unsubscribes. */
  readonly onToolsChanged: (listener: () => void) => () => void;
  /** Calls the listener once, when a shutdown ends open streams. Returns the function that unsubscribes. */
  readonly onStop: (listener: () => void) => () => void;
  /** The limits of the server, for work of a protocol outside calls. */
  readonly limits: ServiceLimits;
  /** The tasks; absent without task support. */
  readonly tasks?: ServiceTasks | undefined;
  /** The durable calls of all callers; absent if tasks end with the process. Only for protocols that authenticate operators. */
  readonly operatorTasks?: OperatorTasks | undefined;
  /** Lets the stages of the server observe a request; absent if none does. */
  readonly observeRequest?: ObserveRequest | undefined;
  /** Reads stored artifacts, if the store supports it. */
  readonly artifacts?: ArtifactReader | undefined;
}

/**
 * Carries named messages between the processes of one server. A message goes to the first process that collects its name; a process that
 * never asks for the name doesn't see it.
 */
export interface Mailbox {
  /**
   * Stores a message for a time, in milliseconds, and removes it afterwards. A later message with the same name replaces it. Rejects if the
   * message may be lost.
   */
  leave(name: string, text: string, forMs: number): MaybePromise<unknown>;
  /**
   * Atomically removes and returns the messages with these names, in order; `undefined` for a missing one. Of two processes that collect a
   * name at once, one gets the message. Called several times a second while requests run, so it must be fast.
   */
  collect(names: readonly string[]): MaybePromise<readonly (string | undefined)[]>;
}
