import type { VNode } from 'preact';
import type { ToolState } from '../tool.ts';
import { Icon, type IconName } from './icon.tsx';

/** What a caller should know before a call. */
interface Trait {
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
}

/** Lists the traits of a tool. */
function traitsOf({ annotations, taskSupport, deprecation }: ToolState): readonly Trait[] {
  return [
    ...(annotations?.['destructive'] === true
      ? [{ name: 'destructive', title: 'Destructive', icon: 'warning' } as const]
      : []),
    ...(annotations?.['readOnly'] === true ? [{ name: 'read-only', title: 'Read-only', icon: 'eye' } as const] : []),
    ...(taskSupport === undefined
      ? []
      : [
          {
            name: 'task',
            title: taskSupport === 'required' ? 'Always a task' : 'Can be a task',
            icon: 'clock',
          } as const,
        ]),
    ...(deprecation === undefined ? [] : [{ name: 'deprecated', title: 'Deprecated', icon: 'box' } as const]),
  ];
}

/** The traits of a tool as icons, for the list. */
export function TraitIcons({ tool }: { readonly tool: ToolState }): VNode | null {
  const traits = traitsOf(tool);
  if (traits.length === 0) return null;
  return (
    <span class="traits">
      {traits.map(({ name, title, icon }) => (
        <span class={`trait ${name}`} key={name} role="img" aria-label={title} title={title}>
          <Icon name={icon} />
        </span>
      ))}
    </span>
  );
}

/** The traits of a tool as icons with words. */
export function TraitMarks({ tool }: { readonly tool: ToolState }): VNode {
  const others = Object.entries(tool.annotations ?? {}).flatMap(([name, value]) =>
    value === true && name !== 'readOnly' && name !== 'destructive' ? [name] : [],
  );
  return (
    <>
      {traitsOf(tool).map(({ name, title, icon }) => (
        <span class={`mark ${name}`} key={name}>
          <Icon name={icon} />
          {title}
        </span>
      ))}
      {others.map((name) => (
        <span class="mark" key={name}>
          {name}
        </span>
      ))}
    </>
  );
}
