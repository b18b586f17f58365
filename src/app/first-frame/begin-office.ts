import { offerFillOffice } from './office-slots.ts'

/** Stands beside the frame of an office, before the page's own script: no other page needs it. */
offerFillOffice(window)
