import type { ArgumentsHost } from '@nestjs/common';
import type { ExternalContextCreator } from '@nestjs/core';
import type { CallResponse } from './call-response.ts';

/** Runs the filters of a method, as Nest creates it. */
interface ExceptionsHandler {
  /** Runs the filter of the error. Returns what the filter returns; nothing without a filter. */
  invokeCustomFilters(thrown: unknown, host: ArgumentsHost): unknown;
  /** Logs the error and throws it. */
  catch(thrown: unknown, host: ArgumentsHost): unknown;
}

/** The property of the creator that runs filters, in Nest 11 and 12. */
interface ErrorProxy {
  createProxy(target: unknown, filters: { next: ExceptionsHandler['catch'] }, type: string): unknown;
}

/** A creator of handlers whose errors are not logged if a filter has written the response, as in Nest's own routes. */
export function createQuietCreator(contexts: ExternalContextCreator): ExternalContextCreator {
  const { externalErrorProxy } = contexts as unknown as { readonly externalErrorProxy?: ErrorProxy };
  // A later version of Nest may lack it. Nest then logs these errors, and everything else works.
  if (externalErrorProxy === undefined) return contexts;
  const createProxy = (target: unknown, filters: ExceptionsHandler, type: string): unknown => {
    const next = (thrown: unknown, host: ArgumentsHost): unknown => {
      const result = filters.invokeCustomFilters(thrown, host);
      const { headersSent } = host.getArgByIndex<CallResponse>(1);
      // oxlint-disable-next-line promise/valid-params -- the method of a filter, not of a promise
      return headersSent ? result : (result ?? filters.catch(thrown, host));
    };
    return externalErrorProxy.createProxy(target, { next }, type);
  };
  // Nest logs each error whose filter returns nothing, because outside of HTTP a filter answers with its result.
  return Object.create(contexts, { externalErrorProxy: { value: { createProxy } } }) as ExternalContextCreator;
}
