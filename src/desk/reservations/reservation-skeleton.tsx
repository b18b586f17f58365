import { ListSkeleton } from '../list-skeleton.tsx'

/** The places of the day's bookings, while they are asked for. */
export const ReservationSkeleton = () => <ListSkeleton rows={3} title={12} detail={20} end={5} />
