import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { slotChanges, type SlotChange } from '../../common/admission.js';
import { Metrics } from './metrics.service.js';

/** Counts the slots that work holds, and those that had to be taken back. */
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
      this.logger.error(`A slot for ${slots} was taken back: its work had not ended in time`);
    }
  };
}
