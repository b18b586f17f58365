import { LeaveOffer } from './leave-offer.tsx'
import Notices from './notices.tsx'
import { StorageProblemNote } from './storage-problem-note.tsx'
import TooManyRequests from './too-many-requests.tsx'
import { UpdateOffer } from './update-offer.tsx'

/** What may lie over any screen. Fetched after the first paint: none of it can be needed before. */
export default function Overlays() {
  return (
    <>
      <Notices />
      <StorageProblemNote />
      <UpdateOffer />
      <LeaveOffer />
      <TooManyRequests />
    </>
  )
}
