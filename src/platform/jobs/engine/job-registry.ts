import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type JobHandler, JobHandlerFor } from '../job-handler.js';

/** A run that hangs occupies its lane for this long. Longer jobs must be split. */
const LONGEST_TIMEOUT_MS = 15 * 60_000;

/** All job handlers by kind. Startup fails if two handlers claim a kind, or a handler's limits are invalid. */
@Injectable()
export class JobRegistry implements OnModuleInit {
  private readonly handlers = new Map<string, JobHandler>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders({ metadataKey: JobHandlerFor.KEY })) {
      this.add(instance as JobHandler);
    }
  }

  get(kind: string): JobHandler {
    const handler = this.handlers.get(kind);
    if (!handler) throw new Error(`No handler for jobs of kind ${kind}.`);
    return handler;
  }

  all(): JobHandler[] {
    return [...this.handlers.values()];
  }

  private add(handler: JobHandler): void {
    const {
      kind,
      timeoutMs,
      maxInflight,
      maxInProcess = Infinity,
      maxAttempts,
      answersWithinMs,
      pace,
    } = handler;
    if (this.handlers.has(kind)) throw new Error(`Two handlers for jobs of kind ${kind}.`);
    if (!(timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS)) {
      throw new Error(`The time limit of ${kind} must lie between 1 and ${LONGEST_TIMEOUT_MS} ms.`);
    }
    if (maxInflight < 1 || maxInProcess < 1 || maxAttempts < 1)
      throw new Error(`The limits of ${kind} must be 1 or more.`);
    if (answersWithinMs !== undefined && maxInProcess === Infinity)
      throw new Error(`${kind} has answersWithinMs, but no maxInProcess.`);
    if (pace !== undefined && maxInProcess === Infinity)
      throw new Error(`${kind} has a pace, but no maxInProcess.`);
    this.handlers.set(kind, handler);
  }
}
