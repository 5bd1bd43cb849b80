import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type DeliveriesTo,
  findEndpointDays,
  medianAnswerTime,
} from '../../webhooks/webhook-health.queries.js';
import { type HealthModel, toHealthModel } from './health.view-model.js';

const DAYS = 30;
/** The number of deliveries whose response times are evaluated. */
const TIMED = 200;

/** The recent health of deliveries to one endpoint or all, for pages. */
@Injectable()
export class DeliveryHealth {
  constructor(private readonly dataSource: DataSource) {}

  /** Null if there was no attempt on these days. */
  async find(deliveries: DeliveriesTo): Promise<HealthModel | null> {
    const { manager } = this.dataSource;
    const days = await findEndpointDays(manager, deliveries, DAYS);
    return toHealthModel(days, await medianAnswerTime(manager, deliveries, TIMED));
  }
}
