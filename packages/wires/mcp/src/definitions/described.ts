import type { Icon, JsonObject } from '@toolwire/core';

/** What people and models are told of a resource or a prompt besides its name. */
export interface Described {
  /** A name for people. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Pictures that clients may show beside it. */
  readonly icons?: readonly Icon[] | undefined;
  /** What else to publish, under names with a prefix of your own. */
  readonly meta?: JsonObject | undefined;
}
