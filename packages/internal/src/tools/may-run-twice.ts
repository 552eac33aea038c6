/** The annotations that decide whether a call may be repeated. */
interface AnnotatedTool {
  readonly annotations?:
    | { readonly idempotent?: boolean | undefined; readonly readOnly?: boolean | undefined }
    | undefined;
}

/** Whether a second run of a tool with the same input has no further effect. */
export function mayRunTwice({ annotations }: AnnotatedTool): boolean {
  return annotations?.idempotent === true || annotations?.readOnly === true;
}
