import type { TextDocument } from 'vscode-languageserver-textdocument';
import { readBaseline, type Baseline } from './baseline.js';
import { analyseContract, type Analysis } from './contract-analysis.js';
import type { LanguageSettings } from './language-settings.js';

/** Holds a text that was judged. */
interface Judged {
  readonly version: number;
  readonly baseline: Baseline | undefined;
  readonly analysis: Analysis;
}

/** Judges open files, each version once, and keeps their baselines. */
export class ContractFiles {
  private readonly judged = new Map<string, Judged>();
  private readonly baselines = new Map<string, Promise<Baseline>>();

  constructor(readonly settings: LanguageSettings) {}

  /** Judges the present text of a file. */
  async analyse(document: TextDocument): Promise<Analysis> {
    const { uri, version } = document;
    const baseline = await this.baselineOf(uri);
    const known = this.judged.get(uri);
    if (known?.version === version && known.baseline === baseline) return known.analysis;
    const analysis = analyseContract(document.getText(), baseline, this.settings);
    this.judged.set(uri, { version: document.version, baseline, analysis });
    return analysis;
  }

  /** Returns the baseline of a file; `undefined` where the settings name no revision. */
  async baselineOf(uri: string): Promise<Baseline | undefined> {
    const { baseline: revision } = this.settings;
    if (revision === undefined) return undefined;
    const known = this.baselines.get(uri) ?? readBaseline(uri, revision);
    this.baselines.set(uri, known);
    return known;
  }

  /** Reads the baseline of a file again the next time: the branch may have moved. */
  forgetBaseline(uri: string): void {
    this.baselines.delete(uri);
  }

  /** Drops a closed file. */
  close(uri: string): void {
    this.baselines.delete(uri);
    this.judged.delete(uri);
  }
}
