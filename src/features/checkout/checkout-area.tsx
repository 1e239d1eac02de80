// Checkout area: routes under /commande.
import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '#paths';
import { OrderSteps } from '#ui/text/order-steps.tsx';
import { CartPage } from './cart/cart-page.tsx';
import styles from './checkout-area.module.css';
import { ShippingPage } from './delivery/shipping-page.tsx';
import { PaidOnDeliveryPage } from './result/paid-on-delivery-page.tsx';
import { PaymentResultPage } from './result/payment-result-page.tsx';
import { WaitingOrderPage } from './result/waiting-order-page.tsx';

/** Frame of the checkout with its three steps. */
export default function CheckoutArea() {
  return (
    <div className={`wrap ${styles.tunnel}`}>
      <OrderSteps />
      <Routes>
        <Route path={paths.ordering} element={<Navigate to={paths.cart} replace />} />
        <Route path={paths.cart} element={<CartPage />} />
        <Route path={paths.shipping} element={<ShippingPage />} />
        <Route path={paths.paymentResult} element={<PaymentResultPage />} />
        <Route path={paths.paidOnDelivery} element={<PaidOnDeliveryPage />} />
        <Route path={paths.waitingOrder} element={<WaitingOrderPage />} />
      </Routes>
    </div>
  );
}
