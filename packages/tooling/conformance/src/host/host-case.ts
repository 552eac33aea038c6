import type { OtcServer } from '../client/otc-server.ts';
import type { ConversationEnd, RawReply, RawStep } from '../client/raw-conversation.ts';
import type { RawRequest } from '../client/raw-request.ts';
import type { TestResponse } from '../client/response.ts';
import type { TestRequest } from '../client/send-request.ts';
import type { AppPlan } from './build-app.ts';
import type { Bodies } from './host-app.ts';
import type { HostTools } from './host-tools.ts';

/** One check of a host. Throws if the host fails it. */
export interface HostCase {
  /** A sentence that is true for a correct host. */
  readonly title: string;
  /** Set if the case mostly waits, so that a runner may run it in parallel with others. */
  readonly waits?: true;
  run(host: HostUnderTest): Promise<void>;
}

export interface HostCaseGroup {
  readonly title: string;
  readonly cases: readonly HostCase[];
}

export interface HostUnderTest {
  readonly bodies: Bodies;
  /** Starts an app on the host, and closes it when the case ends. */
  start(plan?: AppPlan): Promise<StartedApp>;
}

export interface StartedApp {
  readonly tools: HostTools;
  /** Connects to the tools below a prefix. Every response is checked against the schemas. */
  at(prefix: string, headers?: Readonly<Record<string, string>>): Promise<OtcServer>;
  /** Sends a request to the app without checking the response. */
  send(request: TestRequest): Promise<TestResponse>;
  /** The bytes of a request, for `converse`. */
  bytes(request: RawRequest): Uint8Array;
  /** Sends steps on a raw connection, until there is one response or another end. */
  converse(steps: readonly RawStep[], end?: ConversationEnd): Promise<RawReply>;
}
