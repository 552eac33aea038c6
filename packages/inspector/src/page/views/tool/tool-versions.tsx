import type { VNode } from 'preact';
import { versionsOf } from '../../calls/start-run.ts';
import type { Store } from '../../store.ts';
import { formSchemaOf, type ToolState } from '../../tool.ts';
import { SchemaTree } from '../schema-tree.tsx';
import { Fold, Text } from '../text.tsx';
import { deprecationText } from './tool-head.tsx';

/** All versions of a tool side by side: input, output and deprecation. */
export function VersionsSideBySide({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode | null {
  const versions = versionsOf(tool, store.tools.value);
  if (versions.length < 2) return null;
  return (
    <Fold class="schemas" title={`${versions.length} versions, side by side`}>
      {() => (
        <div class="runs">
          {versions.map((one) => (
            <section class="run" key={one.version} aria-label={`Version ${one.version}`}>
              <header>
                <h3>{one.version}</h3>
              </header>
              {one.deprecation !== undefined && <p class="warning">{deprecationText(one)}</p>}
              <p class="about">
                <Text text={one.description} most={1_000} />
              </p>
              <InputAndOutput tool={one} />
            </section>
          ))}
        </div>
      )}
    </Fold>
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
