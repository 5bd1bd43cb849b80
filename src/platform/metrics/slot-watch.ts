import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type SlotChange, slotChanges } from '../../common/admission.js';
import { Metrics } from './metrics.js';

/** Counts the slots held by work, and those that had to be taken back. */
@Injectable()
export class SlotWatch implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Slots');
  private readonly held;

  constructor(private readonly metrics: Metrics) {
    this.held = metrics.gauge('countersign_slots', 'Slots held by work in progress, by what they are for.', [
      'slots',
    ]);
  }

  onModuleInit(): void {
    slotChanges.subscribe(this.note);
  }

  onModuleDestroy(): void {
    slotChanges.unsubscribe(this.note);
  }

  private readonly note = (message: unknown): void => {
    const { slots, change } = message as SlotChange;
    if (change === 'taken') this.held.inc({ slots });
    else if (change === 'left') this.held.dec({ slots });
    else {
      this.metrics.countReclaimed();
      this.logger.error(`A slot for ${slots} was reclaimed: its work did not end in time`);
    }
  };
}
