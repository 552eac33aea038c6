import { andThen } from '@toolwire/core';
import type { ResourceUpdates } from '../definitions/resource-updates.ts';
import type { Subscribing } from '../offers/offer.ts';
import { createFindResource, isAddress, wrongAddress } from './find-resource.ts';
import type { ListParts } from './list-resources.ts';

/** Makes what decides on subscriptions to resources: whoever may read one may hear that it has changed. */
export function createSubscribing(
  updates: ResourceUpdates,
  { resources, seenBy }: Pick<ListParts, 'resources' | 'seenBy'>,
): Subscribing {
  const { find, notFound } = createFindResource(resources, seenBy);
  return {
    updates,
    allows: (uri, context) => isAddress(uri) && andThen(find(uri, context), (found) => found !== undefined),
    refuse: (uri, dialect, context) =>
      isAddress(uri)
        ? andThen(find(uri, context), (found) => (found === undefined ? notFound(uri, dialect, context) : undefined))
        : wrongAddress,
  };
}
