import type { Server } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { Bodies, HostApp, MountedServer } from '@toolwire/conformance/vitest';
import type { MaybePromise } from '@toolwire/core';
import type { HostPrincipal, HostValues } from '@toolwire/core/internal';
import type { PackedHost } from './packed-host.ts';

/** One host at one major version: a row of the table. */
export interface Host {
  /** The framework and its major version, as docs/hosts.md names it. */
  readonly name: string;
  /** The package in packages/hosts that connects it. */
  readonly adapter: string;
  readonly tier: HostTier;
  /** How bodies can reach the tools; a host without a body parser only has `unread`. */
  readonly bodies: readonly Bodies[];
  /** Builds an app on the host and listens on a free port. */
  readonly start: (app: TestApp) => MaybePromise<RunningHost>;
  /** The host as a project outside of this workspace uses it. */
  readonly packed: PackedHost;
  /** Cases and suites that the host cannot pass. */
  readonly exceptions?: readonly HostException[];
}

/** A host whose app is built. It runs in the shared suite with `npm test -- --every-host`. */
export interface BuiltHost extends Omit<Host, 'tier' | 'packed'> {
  /** Builds the app, which takes minutes the first time. */
  readonly prepare: () => Promise<unknown>;
}

/**
 * When suites run on a host. `everyday` hosts run in every suite, every time. `current` hosts run a sample of the cases that a host can
 * break every time, all of these cases with `npm test -- --all`, and everything with `--every-host`. `previous` majors only run then.
 */
export type HostTier = 'everyday' | 'current' | 'previous';

/** A numbered exception. The suite fails as soon as the exception is no longer needed. */
export interface HostException {
  /** Unique in the table. docs/hosts.md uses the same number. */
  readonly number: number;
  readonly reason: string;
  /** The change that makes the exception unnecessary. */
  readonly until: string;
  /** Only if bodies reach the tools in this way. */
  readonly bodies?: Bodies;
  /** Titles of cases with their group, or patterns for them. Every one of them must fail on the host. */
  readonly cases: readonly (string | RegExp)[];
}

/** An app for a test: what precedes the tools, where they are mounted, and the app's own routes. */
export interface TestApp
  extends Pick<HostApp, 'parser' | 'headers' | 'signIn' | 'routes' | 'front' | 'guard' | 'back'> {
  readonly mounts: readonly ToolMount[];
  /** Returns the JSON response of a route of the app; the path and the body by default. */
  readonly answerRoute?: ((request: RouteRequest) => MaybePromise<unknown>) | undefined;
  /** A free port by default. */
  readonly port?: number | undefined;
}

/** A request to a route of the app. */
interface RouteRequest {
  readonly path: string;
  readonly body: unknown;
}

/** Tools mounted below a path; `/` is the root. */
export interface ToolMount {
  readonly prefix: string;
  readonly server: MountedServer;
  readonly principal?: HostPrincipal<Requester> | undefined;
  readonly values?: HostValues<Requester> | undefined;
}

/** The sender of a request, read from the request of any framework. */
export interface Requester {
  /** The result of `signIn`. */
  readonly user: string | undefined;
  /** Reads a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** An app that listens. */
export interface RunningHost {
  /** The root of the app. */
  readonly url: string;
  readonly server: Server | Http2SecureServer;
  /** Closes connections and the app at once. */
  readonly close: () => Promise<void>;
  /** Closes the framework after the server has stopped, if the framework requires it. */
  readonly closeApp?: (() => Promise<void>) | undefined;
}
