import { test } from 'vitest';
import { createVerifies, type Verifies } from './verifies.ts';

export {
  type DescribeOptions,
  describeCases,
  describeOtcServer,
  type RunningServer,
  type ServerVariant,
  type StartServer,
} from './describe-otc-server.ts';

/** Declares a vitest test that verifies one requirement or several. */
export const verifies: Verifies<() => unknown> = createVerifies(
  test as (title: string, body: () => unknown) => unknown,
);
