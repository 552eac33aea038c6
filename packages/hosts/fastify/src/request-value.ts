import { type ContextKey, type ContextValues, createContextKey } from '@toolwire/core';
import type { FastifyRequest } from 'fastify';

/** The request that called a tool; `undefined` where another adapter or a worker runs it. */
export const requestKey: ContextKey<FastifyRequest | undefined> = createContextKey<FastifyRequest | undefined>(
  'fastify request',
  undefined,
);

/** Adds the request to the values of the app. */
export function withRequest(values: ContextValues, request: FastifyRequest): ContextValues {
  return { get: <T>(key: ContextKey<T>): T => (key.id === requestKey.id ? (request as T) : values.get(key)) };
}
