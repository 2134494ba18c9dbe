import { expect, it } from 'vitest';
import { TreeProgress, type TreeReport } from './tree-progress.js';

interface Recorded {
  readonly reports: TreeReport[];
  readonly progress: TreeProgress;
  readonly pass: (ms: number) => void;
}

function recorded(): Recorded {
  let now = 0;
  const reports: TreeReport[] = [];
  const progress = new TreeProgress(
    (report) => reports.push(report),
    () => now,
  );
  return {
    reports,
    progress,
    pass: (ms) => {
      now += ms;
    },
  };
}

it('reports once a second, and the end', () => {
  const { reports, progress, pass } = recorded();
  for (const entries of [100, 200, 300, 400, 500]) {
    progress.note(entries);
    pass(600);
  }
  progress.complete();
  expect(reports).toEqual([
    { entries: 300, isComplete: false },
    { entries: 500, isComplete: false },
    { entries: 500, isComplete: true },
  ]);
});

it('reports nothing where trees are built in less than a second', () => {
  const { reports, progress, pass } = recorded();
  progress.note(100);
  pass(999);
  progress.note(200);
  progress.complete();
  expect(reports).toEqual([]);
});
