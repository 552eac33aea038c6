import { type Fields, isObject } from './json-values.ts';

/** Returns the first string that is not empty. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

/** The required fields of an artifact in a response of Open Tool Calling or Arcade. */
export interface ArtifactFields extends Fields {
  readonly url: string;
  readonly content_type: string;
  readonly size: number;
}

/** Whether a value has the required fields of an artifact. */
export function isArtifact(value: unknown): value is ArtifactFields {
  if (!isObject(value)) return false;
  const { url, content_type: contentType, size } = value;
  return typeof url === 'string' && typeof contentType === 'string' && typeof size === 'number';
}

/** How to confirm a call that did not run. */
export interface ConfirmationFields {
  readonly code: string;
  readonly question: string;
  readonly token: string;
}

/** Reads how to confirm a call from the `confirmation` of an error; `undefined` if it is absent or invalid. */
export function readConfirmation(confirmation: unknown): ConfirmationFields | undefined {
  if (!isObject(confirmation)) return undefined;
  const { code, question, token } = confirmation;
  const isValid = typeof code === 'string' && typeof question === 'string' && typeof token === 'string';
  return isValid ? { code, question, token } : undefined;
}
