import { andThen } from '@toolwire/core';
import type { McpUpdates } from '../definitions/updates.ts';
import { notificationText } from '../json-rpc/notifications.ts';
import type { Subscriber } from '../json-rpc/requests.ts';
import type { ResourceSubscriptions } from './feature.ts';
import type { FeatureDependencies } from './run-feature.ts';
import { isUri } from './uri-template.ts';
import { createFindResource, invalidUri } from './visible-definitions.ts';

/** The maximum total length of the URIs that one client subscribes to: some hundreds of URIs. */
const maxTotalLength = 32 * 1024;

/** The subscriptions of one client. It is notified only of these resources. */
export class SubscribedResources implements Subscriber {
  readonly #updates: McpUpdates;
  readonly #notify: (uri: string) => void;
  readonly #uris = new Set<string>();
  #length = 0;
  #stopListening: (() => void) | undefined;

  constructor(updates: McpUpdates, notify: (uri: string) => void) {
    this.#updates = updates;
    this.#notify = notify;
  }

  get isEmpty(): boolean {
    return this.#uris.size === 0;
  }

  subscribe(uri: string): boolean {
    if (this.#uris.has(uri)) return true;
    if (this.#length + uri.length > maxTotalLength) return false;
    this.#uris.add(uri);
    this.#length += uri.length;
    this.#stopListening ??= this.#updates.onResourceUpdated((updated) => {
      if (this.#uris.has(updated)) this.#notify(updated);
    });
    return true;
  }

  unsubscribe(uri: string): void {
    if (!this.#uris.delete(uri)) return;
    this.#length -= uri.length;
    if (this.isEmpty) this.close();
  }

  /** Removes all subscriptions. */
  close(): void {
    this.#uris.clear();
    this.#length = 0;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }
}

/** Creates the subscriptions. A caller may subscribe to every resource that it can read. */
export function createResourceSubscriptions(
  updates: McpUpdates,
  { definitions, filterVisible }: FeatureDependencies,
): ResourceSubscriptions {
  const { find, notFound } = createFindResource(definitions, filterVisible);
  return {
    updates,
    canSubscribe: (uri, context) => isUri(uri) && andThen(find(uri, context), (resource) => resource !== undefined),
    findError: (uri, revision, context) =>
      isUri(uri)
        ? andThen(find(uri, context), (resource) =>
            resource === undefined ? notFound(uri, revision, context) : undefined,
          )
        : invalidUri,
  };
}

/** Encodes the notification of a changed resource. `more` contains JSON members of its parameters. */
export function updatedText(uri: string, ...more: readonly string[]): string {
  return notificationText(
    'notifications/resources/updated',
    `{${[`"uri":${JSON.stringify(uri)}`, ...more].join(',')}}`,
  );
}
