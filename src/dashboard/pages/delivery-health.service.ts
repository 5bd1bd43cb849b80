import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type DeliveriesTo,
  findEndpointDays,
  medianAnswerTime,
} from '../../webhooks/webhook-health.queries.js';
import { type HealthModel, toHealthModel } from './health.view-model.js';

const DAYS = 30;
/** The deliveries whose answers' time is told. */
const TIMED = 200;

/** What pages show of the last days of deliveries, to one endpoint or to all. */
@Injectable()
export class DeliveryHealth {
  constructor(private readonly dataSource: DataSource) {}

  /** Null if nothing ended on these days. */
  async look(deliveries: DeliveriesTo): Promise<HealthModel | null> {
    const { manager } = this.dataSource;
    const days = await findEndpointDays(manager, deliveries, DAYS);
    return toHealthModel(days, await medianAnswerTime(manager, deliveries, TIMED));
  }
}
