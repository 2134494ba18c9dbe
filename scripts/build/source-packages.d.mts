import type { Plugin } from 'esbuild';

export const ROOT: string;
export function sourcePackages(files: Map<string, string>): Plugin;
export function sourceOf(specifier: string): string;
