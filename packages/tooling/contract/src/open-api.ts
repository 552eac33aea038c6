import { checkNames, type NamesOf } from '@toolwire/internal';
import { type OpenApiInfo, toolsAsOpenApi } from '@toolwire/internal/json-schema';
import { readListing } from './listing.ts';

/** Options of `listingAsOpenApi`. */
export interface OpenApiOptions {
  /** The title of the document. Default: `Tools`. */
  readonly title?: string | undefined;
  /** The version of the document. Default: 1.0.0. */
  readonly version?: string | undefined;
  /** The URL under which the tools are mounted. */
  readonly url?: string | undefined;
}

const optionNames: NamesOf<OpenApiOptions> = { title: true, version: true, url: true };

/** Returns an OpenAPI 3.1 document for the calls of a listing, the JSON of `GET /tools`. Each tool and version is an operation. */
export function listingAsOpenApi(listing: unknown, options: OpenApiOptions = {}): object {
  checkNames('listingAsOpenApi()', options, optionNames);
  return toolsAsOpenApi(readListing(listing), options satisfies OpenApiInfo);
}
