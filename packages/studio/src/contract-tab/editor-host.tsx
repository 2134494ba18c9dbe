import { contractJsonSchema } from '@dapikit/contract';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChangedMember } from '../editor/changed-members.js';
import type { ShownDiagnostic } from '../editor/editor-diagnostics.js';
import type { ContractEditor } from '../editor/editor.js';
import type { ScrollLink } from './scroll-link.js';

interface EditorHostProps {
  readonly label: string;
  readonly text: string;
  readonly protocolVersion: number;
  readonly onChange: (text: string) => void;
  /** About `text`; omitted while they are about an earlier one. */
  readonly diagnostics?: readonly ShownDiagnostic[] | undefined;
  readonly changed?: readonly ChangedMember[] | undefined;
  /** Gets the editor once it is open. */
  readonly handle?: { current: ContractEditor | undefined };
  /** Scrolls it together with others. */
  readonly scroll?: ScrollLink;
}

/** Shows a contract in an editor, whose code is loaded after the page. */
export function EditorHost(props: EditorHostProps) {
  const { label, text, diagnostics, changed, handle, scroll } = props;
  const host = useRef<HTMLDivElement>(null);
  /** The texts that the editor reported and that are not in `props` yet: typing can be faster than rendering. */
  const reported = useRef<string[]>([]);
  const editor = useEditor(props, host, reported);

  useEffect(() => {
    if (handle) handle.current = editor;
    return () => {
      if (handle) handle.current = undefined;
    };
  }, [editor, handle]);
  useEffect(() => editor && scroll?.join(editor.scroller), [editor, scroll]);
  useEffect(() => {
    const at = reported.current.indexOf(text);
    reported.current = at < 0 ? [] : reported.current.slice(at + 1);
    if (at < 0) editor?.setText(text);
  }, [editor, text]);
  useEffect(() => diagnostics && editor?.setDiagnostics(diagnostics), [editor, diagnostics]);
  useEffect(() => changed && editor?.setChanged(changed), [editor, changed]);

  return (
    <div class="editor-host">
      {editor === undefined && (
        <pre class="editor-host-waiting" aria-label={label}>
          {text}
        </pre>
      )}
      <div class="editor-host-inner" ref={host} />
    </div>
  );
}

/** Opens the editor in an element, and closes it with the component. @throws what its code could not be loaded for */
function useEditor(
  props: EditorHostProps,
  host: RefObject<HTMLDivElement | null>,
  reported: { current: string[] },
): ContractEditor | undefined {
  const latest = useRef(props);
  latest.current = props;
  const [editor, setEditor] = useState<ContractEditor>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    let opened: ContractEditor | undefined;
    let isGone = false;
    const open = async (): Promise<void> => {
      try {
        const { openEditor } = await import('../editor/editor.js');
        if (isGone || host.current === null) return;
        opened = openEditor({
          host: host.current,
          label: latest.current.label,
          text: latest.current.text,
          onChange: (next) => {
            reported.current.push(next);
            latest.current.onChange(next);
          },
          schema: () => getSchema(latest.current.protocolVersion),
        });
        setEditor(opened);
      } catch (error) {
        setFailure(error);
      }
    };
    void open();
    return () => {
      isGone = true;
      opened?.close();
    };
  }, []);
  if (failure !== undefined) throw failure;
  return editor;
}

const schemas = new Map<number, Readonly<Record<string, unknown>>>();

function getSchema(protocolVersion: number): Readonly<Record<string, unknown>> {
  const schema = schemas.get(protocolVersion) ?? contractJsonSchema({ protocolVersion });
  schemas.set(protocolVersion, schema);
  return schema;
}
