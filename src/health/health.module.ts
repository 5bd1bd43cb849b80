import { Module } from '@nestjs/common';
import { PdfModule } from '../pdf/pdf.module.js';
import { PdfSignaturesModule } from '../pdf-signatures/pdf-signatures.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { MetricsModule } from '../platform/metrics/metrics.module.js';
import { OfficeModule } from '../platform/office/office.module.js';
import { ProcessesModule } from '../platform/processes/processes.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { TemplatesModule } from '../platform/templates/templates.module.js';
import { DoctorService } from './doctor.service.js';
import { HealthController } from './http/health.controller.js';
import { MetricsController } from './http/metrics.controller.js';
import { MailCheck } from './mail-check.js';
import { MetricsAccess } from './metrics-access.js';
import { OutboundWays } from './outbound-ways.js';
import { OutsideStores } from './outside-stores.js';
import { ProxyWatch } from './proxy-watch.js';
import { Readiness } from './readiness.js';
import { ServiceFigures } from './service-figures.js';
import { ServiceState } from './service-state.js';

@Module({
  imports: [
    JobsModule,
    MailModule,
    MetricsModule,
    OfficeModule,
    PdfModule,
    PdfSignaturesModule,
    ProcessesModule,
    StorageModule,
    TemplatesModule,
  ],
  controllers: [HealthController, MetricsController],
  providers: [
    DoctorService,
    MetricsAccess,
    MailCheck,
    OutboundWays,
    OutsideStores,
    ProxyWatch,
    Readiness,
    ServiceFigures,
    ServiceState,
  ],
  exports: [DoctorService, Readiness, ServiceState],
})
export class HealthModule {}
