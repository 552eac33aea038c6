import type { Answer } from '../subject/answer.ts';
import type { OtcServer } from '../subject/otc-server.ts';
import type { RawOptions, RawReply, RawStep } from '../subject/raw-conversation.ts';
import type { RawRequest } from '../subject/raw-request.ts';
import type { TestRequest } from '../subject/send-request.ts';
import type { AppPlan } from './build-app.ts';
import type { Bodies } from './host-app.ts';
import type { HostTools } from './host-tools.ts';

/** One check of a host: it resolves when the host is right, and throws what is wrong otherwise. */
export interface HostCase {
  /** A sentence that is true of a right host. */
  readonly title: string;
  /** Mostly waits: a runner may start it early, beside others. */
  readonly waits?: true;
  run(host: HostUnderTest): Promise<void>;
}

/** Cases about one part of a host's work. */
export interface HostCaseGroup {
  readonly title: string;
  readonly cases: readonly HostCase[];
}

/** A host, as its cases see it. */
export interface HostUnderTest {
  readonly bodies: Bodies;
  /** Starts an app on the host; it is closed when the case ends. */
  start(plan?: AppPlan): Promise<StartedApp>;
}

/** An app that runs on the host. */
export interface StartedApp {
  readonly tools: HostTools;
  /** The tools under a prefix; every answer of theirs is checked against the wire's schemas. */
  at(prefix: string, headers?: Readonly<Record<string, string>>): Promise<OtcServer>;
  /** Sends any request to the app, whose answer is only read. */
  send(request: TestRequest): Promise<Answer>;
  /** The bytes of a request, for `converse`. */
  bytes(request: RawRequest): Uint8Array;
  converse(steps: readonly RawStep[], options?: RawOptions): Promise<RawReply>;
}
