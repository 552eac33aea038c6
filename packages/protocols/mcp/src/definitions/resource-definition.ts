import type { ContentAnnotations, JsonObject, MaybePromise } from '@toolwire/core';
import { checkNames, type NamesOf, StartupError } from '@toolwire/internal';
import type { DisplayMetadata, Suggestions, VisibleTo } from './definition-parts.ts';
import type { McpContext } from './mcp-context.ts';

/** One part of a resource: text or bytes. */
export interface ResourceContent {
  /** The URI of this part. Defaults to the URI of the resource. */
  readonly uri?: string;
  /** Defaults to the MIME type of the resource. */
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: Uint8Array;
  readonly meta?: JsonObject;
}

/** The context of a function that reads a resource. */
export interface ResourceContext extends McpContext {
  /** The requested URI. */
  readonly uri: string;
}

/** One resource that a template lists. Fields that are left out are those of the template. */
export interface ListedResource extends DisplayMetadata {
  readonly uri: string;
  readonly name?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly annotations?: ContentAnnotations | undefined;
  /** In bytes. */
  readonly size?: number | undefined;
}

/** A resource, or a template for many resources: plain data plus a function. Packages can export it. */
export interface ResourceDefinition<Uri extends string = string> extends DisplayMetadata {
  /** A URI such as `docs://guide`, or a template such as `notes://{folder}/{+path}{?version}`. */
  readonly uri: Uri;
  /** The name that clients display, for example `guide.md`. */
  readonly name: string;
  /** For example `text/markdown`. Defaults to `text/plain` for text and `application/octet-stream` for bytes. */
  readonly mimeType?: string | undefined;
  /** The intended audience and priority. */
  readonly annotations?: ContentAnnotations | undefined;
  /** The content as text. Set exactly one of `text`, `blob` and `read`. */
  readonly text?: string | undefined;
  readonly blob?: Uint8Array | undefined;
  /** Reads the resource with the values of the variables. Return `undefined` for an unknown resource; throw a `ToolError` with a message for the caller. */
  read?(
    variables: UriVariables<Uri>,
    context: ResourceContext,
  ): MaybePromise<string | Uint8Array | readonly ResourceContent[] | undefined>;
  /** Lists resources of a template, so that clients find them in `resources/list`. Each `uri` must match the template. */
  list?(context: McpContext): MaybePromise<readonly ListedResource[]>;
  /** Suggestions for the variables. */
  readonly complete?: { readonly [Name in keyof UriVariables<Uri>]?: Suggestions } | undefined;
  /** Decides who may see and read the resource. Defaults to every caller. */
  readonly visible?: VisibleTo | undefined;
  /** The time limit of `read` and of `list`, in milliseconds. Defaults to the limit of tools. */
  readonly timeoutMs?: number | undefined;
}

const fieldNames: NamesOf<ResourceDefinition> = {
  uri: true,
  name: true,
  title: true,
  description: true,
  icons: true,
  meta: true,
  mimeType: true,
  annotations: true,
  text: true,
  blob: true,
  read: true,
  list: true,
  complete: true,
  visible: true,
  timeoutMs: true,
};

/** Defines a resource. `read` and `complete` get their types from the variables of its URI. */
export function defineResource<const Uri extends string>(definition: ResourceDefinition<Uri>): ResourceDefinition<Uri> {
  checkNames(`Resource '${String(definition.uri)}'`, definition, fieldNames);
  return definition;
}

/** The error for a definition that can't be served. */
export function invalidResource(problem: string): StartupError {
  return new StartupError('TW_RESOURCE', problem);
}

/** The variables of a URI template such as `notes://{folder}/{+path}{?version}`. Query variables are optional. */
export type UriVariables<Uri extends string> = string extends Uri
  ? Readonly<Record<string, string>>
  : Uri extends `${string}{${infer Expression}}${infer Rest}`
    ? ExpressionVariables<Expression> & UriVariables<Rest>
    : unknown;

type ExpressionVariables<Expression extends string> = Expression extends `?${infer Names}`
  ? { readonly [Name in SplitNames<Names>]?: string }
  : Expression extends `+${infer Name}`
    ? { readonly [Key in Name]: string }
    : { readonly [Key in Expression]: string };

type SplitNames<Names extends string> = Names extends `${infer First},${infer Rest}` ? First | SplitNames<Rest> : Names;
