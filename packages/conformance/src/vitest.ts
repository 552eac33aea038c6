import { afterAll, beforeAll, describe, test } from 'vitest';
import { createDescribe, type Describe } from './describe-otc-server.ts';
import { createVerifies, type Verifies } from './verifies.ts';

export type {
  CasesOptions,
  Describe,
  DescribeOptions,
  RunningServer,
  ServerVariant,
  StartServer,
} from './describe-otc-server.ts';

const suite: Describe = createDescribe({ afterAll, beforeAll, describe, test });

/** Runs the whole suite as vitest tests against a server, and the cases about other states against its variants. */
export const describeOtcServer: Describe['describeOtcServer'] = suite.describeOtcServer;

/** Runs groups of cases as vitest tests against one server, started once for all of them. */
export const describeCases: Describe['describeCases'] = suite.describeCases;

/** Declares a vitest test that verifies one requirement or several. */
export const verifies: Verifies<() => unknown> = createVerifies(
  test as (title: string, body: () => unknown) => unknown,
);
