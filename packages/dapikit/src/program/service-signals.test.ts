import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { ServiceSignals } from './service-signals.js';

describe('signals of a service', () => {
  it('remembers SIGHUP until there is a handler, and calls it once', () => {
    const source = new EventEmitter();
    const signals = new ServiceSignals(source);
    source.emit('SIGHUP');
    source.emit('SIGHUP');
    const reload = vi.fn<() => void>();
    signals.onReload(reload);
    expect(reload).toHaveBeenCalledTimes(1);
    source.emit('SIGHUP');
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it.each(['SIGTERM', 'SIGINT'])('does not reload behind %s', (signal) => {
    const source = new EventEmitter();
    const signals = new ServiceSignals(source);
    const reload = vi.fn<() => void>();
    signals.onReload(reload);
    source.emit(signal, signal, 15);
    source.emit('SIGHUP');
    expect(reload).not.toHaveBeenCalled();
  });

  it('calls no handler without a signal', () => {
    const reload = vi.fn<() => void>();
    new ServiceSignals(new EventEmitter()).onReload(reload);
    expect(reload).not.toHaveBeenCalled();
  });

  it.each(['SIGTERM', 'SIGINT'])('ends a start that hangs at %s', async (signal) => {
    const source = new EventEmitter();
    const signals = new ServiceSignals(source);
    const started = signals.unlessStopped(new Promise<string>(() => undefined));
    source.emit(signal, signal, 15);
    expect(await started).toBeUndefined();
    expect(await signals.stopped).toBeUndefined();
  });

  it('returns the result of a start, or what it throws', async () => {
    const signals = new ServiceSignals(new EventEmitter());
    expect(await signals.unlessStopped(Promise.resolve('served'))).toBe('served');
    await expect(signals.unlessStopped(Promise.reject(new Error('no port')))).rejects.toThrow('no port');
  });
});
