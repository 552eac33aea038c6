import { checkNames, checkNumber, type NamesOf, StartupError } from '@toolwire/internal';
import type { Operation, Paging, Parameter } from '../reader/document-model.ts';

const names: NamesOf<Paging> = { items: true, parameter: true, from: true, maxPages: true };

/** Paging with its limit, and the parameter that selects a page. */
export interface PagingPlan extends Paging {
  readonly maxPages: number;
  readonly selector: Parameter | undefined;
  /** Whether results must match a schema, so that no note can be added. */
  readonly isExact: boolean;
}

const defaultMaxPages = 5;

/** Returns the paging of an operation with its defaults. Throws a `StartupError` if it is invalid. */
export function planPaging(paging: Paging, operation: Operation, isExact: boolean): PagingPlan {
  checkPaging(paging, operation);
  const { maxPages = defaultMaxPages } = paging;
  return { ...paging, selector: selectorOf(paging, operation), isExact, maxPages };
}

/** Throws a `StartupError` if the paging is invalid, or doesn't match its operation. */
export function checkPaging(paging: Paging, operation: Operation): void {
  const option = `paging of '${operation.id}'`;
  checkNames(option, paging, names);
  const { method } = operation;
  const { parameter, maxPages = defaultMaxPages } = paging;
  if (method !== 'get') {
    throw pagingError(`${option} works only for GET, but the operation uses ${method.toUpperCase()}.`);
  }
  if (parameter !== undefined && selectorOf(paging, operation) === undefined) {
    throw pagingError(`${option} names the parameter '${parameter}', which is not in the query of the operation.`);
  }
  checkNumber(`maxPages of the ${option}`, maxPages, { whole: true, from: 1, to: 100 });
}

function selectorOf({ parameter }: Paging, { parameters }: Operation): Parameter | undefined {
  return parameters.find(({ in: location, name }) => location === 'query' && name === parameter);
}

function pagingError(message: string): StartupError {
  return new StartupError('TW_OPENAPI_PAGING', message);
}
