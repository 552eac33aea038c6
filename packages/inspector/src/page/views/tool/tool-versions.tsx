import type { VNode } from 'preact';
import { versionsOf } from '../../calls/start-run.ts';
import type { Store } from '../../store.ts';
import { formSchemaOf, type ToolState, toolKey } from '../../tool.ts';
import { SchemaTree } from '../schema-tree.tsx';
import { Text } from '../text.tsx';
import { DeprecationNote } from './tool-head.tsx';

/** All versions of a tool side by side: input, output and deprecation. */
export function VersionsSideBySide({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const versions = versionsOf(tool, store.tools.value);
  return (
    <div class="versions">
      {versions.map((one) => (
        <section class="version-card" key={one.version} aria-label={`Version ${one.version}`}>
          <h3 class="row">
            {one.version}
            {toolKey(one) === toolKey(tool) ? (
              <span class="mark">open</span>
            ) : (
              <button type="button" class="quiet" onClick={() => store.select(toolKey(one))}>
                Open {one.version}
              </button>
            )}
          </h3>
          {one.deprecation !== undefined && <DeprecationNote tool={one} />}
          <p class="about">
            <Text text={one.description} most={1_000} />
          </p>
          <InputAndOutput tool={one} />
        </section>
      ))}
    </div>
  );
}

/** The input and the output of a tool as trees. */
export function InputAndOutput({ tool }: { readonly tool: ToolState }): VNode {
  return (
    <>
      <SchemaTree schema={formSchemaOf(tool)} name="input" />
      {tool.outputSchema === null ? (
        <p class="hint">No output.</p>
      ) : (
        <SchemaTree schema={tool.outputSchema} name="output" />
      )}
    </>
  );
}
