import { checkNames, checkNumber, type NamesOf, StartupError } from '@toolwire/internal';
import type { Operation, Paging, Parameter } from '../reader/operation.ts';

const names: NamesOf<Paging> = { items: true, parameter: true, from: true, maxPages: true };
const defaultMaxPages = 5;

/** Paging with its limit, and the parameter that selects a page. */
export interface PagingPlan extends Paging {
  readonly maxPages: number;
  readonly selector: Parameter | undefined;
  /** Whether results must match a schema, so that no note can be added. */
  readonly isExact: boolean;
}

/** Checks the paging of an operation. */
export function planPaging(paging: Paging, operation: Operation, isExact: boolean): PagingPlan {
  const of = `paging of '${operation.id}'`;
  checkNames(of, paging, names);
  const { method, parameters } = operation;
  if (method !== 'get') {
    throw new StartupError(
      'TW_OPENAPI_PAGING',
      `${of} works only for GET, but the operation uses ${method.toUpperCase()}.`,
    );
  }
  const selector = parameters.find((one) => one.in === 'query' && one.name === paging.parameter);
  if (paging.parameter !== undefined && selector === undefined) {
    throw new StartupError(
      'TW_OPENAPI_PAGING',
      `${of} names the parameter '${paging.parameter}', which is not in the query of the operation.`,
    );
  }
  const limit = { whole: true, from: 1, to: 100 } as const;
  return { ...paging, selector, isExact, maxPages: checkNumber('maxPages', paging.maxPages ?? defaultMaxPages, limit) };
}
