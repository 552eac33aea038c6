import type { JsonSchema, ToolAnnotations } from '@toolwire/core';
import type { ParameterLocation, ParameterStyle } from './parameter-style.ts';

/** The parts of an OpenAPI document that tools need. */
export interface OpenApiDocument {
  readonly title: string;
  /** The version of the API in the document. */
  readonly version: string;
  /** `2.0`, `3.0`, `3.1` or `3.2`. */
  readonly openapi: OpenApiVersion;
  readonly operations: readonly Operation[];
  /** The operations that can't become tools, each with its reason. */
  readonly unsupported: readonly UnsupportedOperation[];
  /** Violations of the OpenAPI specification, which don't stop the reader. */
  readonly problems: readonly string[];
}

/** The supported versions of OpenAPI. */
export type OpenApiVersion = '2.0' | '3.0' | '3.1' | '3.2';

/** An operation that can't become a tool. */
export interface UnsupportedOperation {
  /** The operation ID, or the method and the path. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly reason: string;
}

/** One operation of an API, the same for every version of OpenAPI. */
export interface Operation {
  /** The operation ID of the document, or the method and the path, such as `get /pets/{id}`. */
  readonly id: string;
  /** A name of letters and digits, such as `ListPets`; unique in the document. */
  readonly name: string;
  /** In lower case. */
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly isDeprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  readonly responses: readonly ApiResponse[];
  /** Alternative security requirements; one of them is sufficient. Empty if the operation needs no credentials. */
  readonly security: readonly SecurityAlternative[];
  readonly servers: readonly ApiServer[];
  /** Whether the servers are declared for this operation or its path, and not for the whole document. */
  readonly hasOwnServers: boolean;
  /** The content of `x-toolwire`, `x-speakeasy-mcp` and `x-mcp`. */
  readonly extension: OperationExtension;
}

/** A parameter in the path, the query, a header or a cookie, or the whole query. */
export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  /** The name of its field in the tool's input. */
  readonly field: string;
  readonly isRequired: boolean;
  readonly description?: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** Whether characters such as `/` and `?` are not percent-encoded. */
  readonly allowReserved: boolean;
  /** Whether the value is sent as JSON instead of in a style. */
  readonly isJson: boolean;
  readonly schema: JsonSchema;
}

/** How a request body is written. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'text' | 'binary';

/** The body of a request. */
export interface RequestBody {
  /** The name of its field in the tool's input. */
  readonly field: string;
  readonly isRequired: boolean;
  readonly description?: string;
  readonly mediaType: string;
  readonly kind: BodyKind;
  readonly schema: JsonSchema;
  /** How single fields of a form are written. */
  readonly encoding: ReadonlyMap<string, FieldEncoding>;
}

/** How a field of a form is written. */
export interface FieldEncoding {
  readonly mediaType?: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Whether the document sets style, explode or allowReserved. */
  readonly isStyled: boolean;
  /** Whether the field of a multipart body is a file or a list of files. */
  readonly isFile: boolean;
}

/** A response that the document declares. */
export interface ApiResponse {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly description?: string;
  readonly content: readonly ResponseContent[];
}

/** The content of a response in one media type. */
export interface ResponseContent {
  readonly mediaType: string;
  /** Reads the schema of JSON, which may be large. Throws if it is unsupported. */
  readonly readSchema?: () => JsonSchema;
}

/** Schemes that are needed together. */
export type SecurityAlternative = readonly SecurityUse[];

/** A scheme with the scopes that an operation needs. */
export interface SecurityUse {
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
}

/** How callers authenticate. */
export type SecurityScheme =
  | { readonly id: string; readonly kind: 'apiKey'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
  | { readonly id: string; readonly kind: 'basic' | 'bearer' | 'oauth2' }
  /** A scheme that can't be used, such as mutual TLS. */
  | { readonly id: string; readonly kind: 'unsupported'; readonly reason: string };

/** A server of an API. */
export interface ApiServer {
  /** The URL, with variables such as `{region}`; may be relative. */
  readonly url: string;
  /** The defaults of its variables. */
  readonly variables: ReadonlyMap<string, string>;
}

/** The fields of a document that describe the tool of an operation. */
export interface OperationExtension {
  readonly isHidden: boolean;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly version?: string;
  readonly scopes?: readonly string[];
  readonly annotations?: ToolAnnotations;
  readonly paging?: Paging;
}

/** How the pages of a list are read. */
export interface Paging {
  /** Where the items of a page are, such as `data.items`; by default the page itself is the list. */
  readonly items?: string | undefined;
  /** The query parameter that selects a page. Without it, the `Link` header of a page has the URL of the next one. */
  readonly parameter?: string | undefined;
  /** Where a page has the value of `parameter` for the next page, or the URL of the next page. Without it, pages are counted. */
  readonly from?: string | undefined;
  /** The most pages that one call reads; 5 by default. */
  readonly maxPages?: number | undefined;
}
